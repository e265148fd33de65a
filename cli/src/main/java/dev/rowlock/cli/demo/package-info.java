/** The demo: a server, two tables, three worker processes, one of which is killed. */
@NullMarked
package dev.rowlock.cli.demo;

import org.jspecify.annotations.NullMarked;

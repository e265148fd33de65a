/** Facts about servers and drivers that the design rests on, each measured again on every server. */
@NullMarked
package dev.rowlock.mysql.facts;

import org.jspecify.annotations.NullMarked;

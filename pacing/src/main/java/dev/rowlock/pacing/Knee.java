package dev.rowlock.pacing;

import java.time.Duration;

/**
 * The rate at which a guard was met (C4).
 *
 * @param rate rows a second
 * @param at when, by the ticker
 */
public record Knee(double rate, Duration at) {}

package dev.rowlock.pacing;

/** A guard and what its signal last gave. */
public record GuardReading(Guard guard, Reading reading) {}

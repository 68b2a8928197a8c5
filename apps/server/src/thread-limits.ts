/**
 * Limits of the JavaScript memory of a thread that computes, megabytes. Fits and simulations make short-lived objects, so
 * that a larger young generation would take memory and save no time. The largest shops use a fraction of the old generation's
 * limit; without one, V8 collects garbage so late that the heap grows to several times what is in use.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 }

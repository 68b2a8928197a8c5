/**
 * Limits of the JavaScript memory of a thread that computes, megabytes. Fits and simulations make short-lived objects, so
 * that a larger young generation would take memory and save no time. The largest shops need a fraction of the old generation's
 * limit. Without a limit, V8 collects garbage late, and the heap grows to several times what is in use.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 }

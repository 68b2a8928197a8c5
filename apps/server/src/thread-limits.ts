/**
 * Limits of the JavaScript memory of a thread that computes, megabytes. Fits and simulations make short-lived objects, so
 * that a larger young generation would take memory and save no time. The old generation of the largest shops is a fraction
 * of its limit: the limit is there because V8 lets garbage grow to several times what is in use where it may use gigabytes.
 */
export const THREAD_LIMITS = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 }

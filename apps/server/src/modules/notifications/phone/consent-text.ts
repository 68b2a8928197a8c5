import { SMS_DAILY_LIMIT } from '@stockcast/contract'

/** Stored with each consent: the words that were agreed to. */
export const CONSENT_TEXT = `I agree that Stockcast sends stock alerts by SMS to this number, at most ${SMS_DAILY_LIMIT} a day. Message and data rates may apply. Reply STOP to opt out, HELP for help.`

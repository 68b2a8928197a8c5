export { cutGsm, gsmLength, toGsm } from './gsm.ts'
export { findSentSms, isSignedByTwilio, sendSms, type Twilio } from './twilio.ts'

export { arrivalDays, lateAfter } from './arrival-days.ts'
export { findOffers, type VariantOffer } from './find-offers.ts'
export { findSuppliers, type SupplierTerms } from './find-suppliers.ts'
export { leadTimesToday, offerLeadTime, shownLeadTime } from './offer-lead-time.ts'

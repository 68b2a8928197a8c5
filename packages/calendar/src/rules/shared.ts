export const NEW_YEAR: Rules = { '01-01': "New Year's Day" }
export const EPIPHANY: Rules = { '01-06': 'Epiphany' }
export const LABOUR_DAY: Rules = { '05-01': 'Labour Day' }
export const ASSUMPTION: Rules = { '08-15': 'Assumption Day' }
export const ALL_SAINTS: Rules = { '11-01': "All Saints' Day" }
export const IMMACULATE_CONCEPTION: Rules = { '12-08': 'Immaculate Conception' }
export const CHRISTMAS_DAY: Rules = { '12-25': 'Christmas Day' }
export const CHRISTMAS: Rules = { ...CHRISTMAS_DAY, '12-26': 'Second Day of Christmas' }

export const MAUNDY_THURSDAY: Rules = { 'easter -3': 'Maundy Thursday' }
export const GOOD_FRIDAY: Rules = { 'easter -2': 'Good Friday' }
export const EASTER_SUNDAY: Rules = { easter: 'Easter Sunday' }
export const EASTER_MONDAY: Rules = { 'easter 1': 'Easter Monday' }
export const ASCENSION: Rules = { 'easter 39': 'Ascension Day' }
export const WHIT_SUNDAY: Rules = { 'easter 49': 'Whit Sunday' }
export const WHIT_MONDAY: Rules = { 'easter 50': 'Whit Monday' }
export const CORPUS_CHRISTI: Rules = { 'easter 60': 'Corpus Christi' }

/** The day itself, and the Monday after it where it is on a weekend. */
export const WEEKEND_TO_MONDAY = 'and if saturday, sunday then next monday'
/** The day itself, and the Monday after it where it is a Sunday. */
export const SUNDAY_TO_MONDAY = 'and if sunday then next monday'

/** For each of two days that follow each other: the next working day that is not the other one's. */
export const WEEKEND_OF_TWO_DAYS = 'and if saturday then next monday if sunday then next tuesday'

/** Christmas Day and Boxing Day with their substitutes, as in most of the Commonwealth. */
export const CHRISTMAS_WITH_SUBSTITUTES: Rules = {
  [`12-25 ${WEEKEND_OF_TWO_DAYS}`]: 'Christmas Day',
  [`12-26 ${WEEKEND_OF_TWO_DAYS}`]: 'Boxing Day',
}

/**
 * Names by rules of date-holidays-parser. Where two rules give the same day, the one listed first counts. A rule with a
 * duration, such as P3D, must not reach into the next year.
 */
export type Rules = Readonly<Record<string, string>>

/** Rules by country, ISO 3166-1 alpha-2. */
export type RulesOfCountries = Readonly<Record<string, Rules>>

// The package's own types are not reachable through its exports.
declare module 'date-holidays-parser' {
  interface Day {
    /** Starts with YYYY-MM-DD. */
    date: string
    start: Date
    end: Date
    name: string
    type: string
    rule: string
  }

  export default class Holidays {
    constructor(data: object, country: string)
    getHolidays(year: number): Day[]
  }
}

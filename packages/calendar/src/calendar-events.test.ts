import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { calendarEvents } from './index.ts'
import { holidayRules, shoppingRules } from './rules/index.ts'
import { getEvents, toDates, toDay } from './testing/dates.ts'

const countries = Object.keys(holidayRules)

function datesNamed(name: string, country: string, firstYear: number, lastYear = firstYear): string[] {
  return toDates(getEvents(country, firstYear, lastYear).filter((event) => event.name === name))
}

describe('calendarEvents', () => {
  it.each(countries)('has all holidays and shopping days of %s in order, at most one a day', (country) => {
    const events = getEvents(country, 2010, 2035)
    const days = events.map(({ day }) => day)
    expect(days).toEqual([...new Set(days)].sort((a, b) => a - b))
    const known = (kind: string) => new Set(events.filter((event) => event.kind === kind).map((e) => e.name))
    expect(known('holiday')).toEqual(new Set(Object.values(holidayRules[country] ?? {})))
    expect(known('shopping')).toEqual(new Set(Object.values(shoppingRules[country] ?? {})))
  })

  it('has shopping days in known countries alone', () => {
    expect(Object.keys(shoppingRules).filter((country) => !countries.includes(country))).toEqual([])
  })

  it('includes both ends of the range', () => {
    const [first, last] = [toDay('2026-12-25'), toDay('2027-01-01')]
    const dates = (from: number, to: number) => toDates(calendarEvents('DE', from, to))
    expect(dates(first, last)).toEqual(['2026-12-25', '2026-12-26', '2027-01-01'])
    expect(dates(first + 1, last - 1)).toEqual(['2026-12-26'])
    expect(dates(first, first)).toEqual(['2026-12-25'])
    expect(dates(last, first)).toEqual([])
  })

  it('moves with Easter', () => {
    expect(datesNamed('Good Friday', 'GB', 2023, 2027)).toEqual([
      '2023-04-07',
      '2024-03-29',
      '2025-04-18',
      '2026-04-03',
      '2027-03-26',
    ])
    expect(datesNamed('Easter Sunday', 'GR', 2024, 2026)).toEqual(['2024-05-05', '2025-04-20', '2026-04-12'])
  })

  it('has Black Friday and Cyber Monday after Thanksgiving, which may be in December', () => {
    expect(datesNamed('Black Friday', 'US', 2024, 2026)).toEqual(['2024-11-29', '2025-11-28', '2026-11-27'])
    expect(datesNamed('Cyber Monday', 'US', 2024, 2026)).toEqual(['2024-12-02', '2025-12-01', '2026-11-30'])
  })

  it('tells a shopping day from a holiday', () => {
    const kinds = new Map(getEvents('US', 2026).map(({ name, kind }) => [name, kind]))
    expect(kinds.get('Thanksgiving')).toBe('holiday')
    expect(kinds.get('Black Friday')).toBe('shopping')
  })

  it('calls the Lunar New Year by one name, however many days it has', () => {
    expect(datesNamed('Lunar New Year', 'KR', 2026)).toEqual(['2026-02-16', '2026-02-17', '2026-02-18'])
    expect(datesNamed('Lunar New Year', 'SG', 2027)).toEqual(['2027-02-06', '2027-02-07', '2027-02-08'])
    expect(datesNamed('Lunar New Year', 'HK', 2027)).toHaveLength(4)
  })
})

describe('a substitute day', () => {
  it('of Great Britain follows Christmas and Boxing Day', () => {
    expect(datesNamed('Christmas Day', 'GB', 2021, 2022)).toEqual([
      '2021-12-25',
      '2021-12-27',
      '2022-12-25',
      '2022-12-27',
    ])
    expect(datesNamed('Boxing Day', 'GB', 2020, 2021)).toEqual([
      '2020-12-26',
      '2020-12-28',
      '2021-12-26',
      '2021-12-28',
    ])
  })

  it('of the United States is before a Saturday and after a Sunday, even in the year before', () => {
    expect(datesNamed("New Year's Day", 'US', 2021, 2023)).toEqual([
      '2021-01-01',
      '2021-12-31',
      '2022-01-01',
      '2023-01-01',
      '2023-01-02',
    ])
    expect(datesNamed('Juneteenth', 'US', 2020, 2022)).toEqual([
      '2021-06-18',
      '2021-06-19',
      '2022-06-19',
      '2022-06-20',
    ])
  })

  it('of Australia and New Zealand is a Monday', () => {
    expect(datesNamed('Australia Day', 'AU', 2025)).toEqual(['2025-01-26', '2025-01-27'])
    expect(datesNamed('Anzac Day', 'AU', 2027)).toEqual(['2027-04-25'])
    expect(datesNamed('Anzac Day', 'NZ', 2027)).toEqual(['2027-04-25', '2027-04-26'])
    expect(datesNamed('Waitangi Day', 'NZ', 2010, 2011)).toEqual(['2010-02-06', '2011-02-06'])
  })
})

describe('a holiday of one year', () => {
  it('has its own name', () => {
    expect(datesNamed('Platinum Jubilee', 'GB', 2010, 2030)).toEqual(['2022-06-03'])
    expect(datesNamed('Day of Mourning for Queen Elizabeth II', 'AU', 2010, 2030)).toEqual(['2022-09-22'])
  })

  it('that was moved keeps its name and leaves its usual day', () => {
    expect(datesNamed('Early May Bank Holiday', 'GB', 2019, 2021)).toEqual([
      '2019-05-06',
      '2020-05-08',
      '2021-05-03',
    ])
    expect(datesNamed('Spring Bank Holiday', 'GB', 2012)).toEqual(['2012-06-04'])
    expect(datesNamed('Spring Bank Holiday', 'GB', 2022)).toEqual(['2022-06-02'])
  })
})

describe('the time zone of the process', () => {
  const index = path.join(import.meta.dirname, 'index.ts')
  const asked = ['US', 'GB', 'NZ', 'CL', 'JP', 'KR', 'HK', 'TR', 'IL', 'GR']
  const script = `
    import { calendarEvents } from ${JSON.stringify(index)}
    console.log(JSON.stringify(${JSON.stringify(asked)}.map((country) => calendarEvents(country, 18_000, 20_500))))`

  it.each(['Pacific/Auckland', 'America/Los_Angeles', 'America/Santiago', 'UTC'])(
    'changes no day, as in %s',
    (zone) => {
      const answer = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        encoding: 'utf8',
        env: { ...process.env, TZ: zone },
      })
      expect(JSON.parse(answer)).toEqual(asked.map((country) => calendarEvents(country, 18_000, 20_500)))
    },
  )
})

import { z } from 'zod'

/** A calendar day in the shop's time zone, `YYYY-MM-DD`. */
export const daySchema = z.iso.date()
/** An instant in UTC. */
export const instantSchema = z.iso.datetime()

/** A holiday or shopping day ahead whose sales clearly differ: `ratio` is its sales ÷ those of a usual day. */
export const calendarEventSchema = z.object({ day: daySchema, name: z.string(), ratio: z.number() })
export type CalendarEvent = z.infer<typeof calendarEventSchema>

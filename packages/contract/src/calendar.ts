import { z } from 'zod'

/** A calendar day in the shop's time zone, `YYYY-MM-DD`. */
export const daySchema = z.iso.date()
/** An instant in UTC. */
export const instantSchema = z.iso.datetime()

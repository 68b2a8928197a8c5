/** Returns the events on the days of the forecast. */
export function eventsWithin<Event extends { day: string }>(
  events: readonly Event[],
  forecast: readonly { day: string }[],
): readonly Event[] {
  const last = forecast.at(-1)?.day
  return last === undefined ? [] : events.filter(({ day }) => day <= last)
}

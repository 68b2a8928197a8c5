export { type CalendarEvent, calendarCountries, calendarEvents } from './calendar-events.ts'

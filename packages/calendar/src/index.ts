export { type CalendarEvent, calendarEvents } from './calendar-events.ts'

import {
  calendarApi,
  dashboardApi,
  forecastOverridesApi,
  locationsApi,
  settingsApi,
  trendsApi,
  viewsApi,
} from '@stockcast/contract'
import { createVerbApi } from '../kernel/http/verb-api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { requestForecast } from '../store/index.ts'
import { getCalendar, getEvent } from './calendar/events.ts'
import {
  answerProposal,
  createEvent,
  type OnCalendarChanged,
  removeEvent,
  saveEvent,
} from './calendar/save-event.ts'
import { getDashboard, type ListRecentAlerts } from './dashboard/get-dashboard.ts'
import { getLocations, saveLocations } from './locations/save-locations.ts'
import { getOverrides } from './overrides/list-overrides.ts'
import { createOverride, editOverride, removeOverride, restoreOverride } from './overrides/save-override.ts'
import { listVariantSettings } from './settings/list-variant-settings.ts'
import { saveManySettings, saveVariantSettings, undoSettings } from './settings/save-many-settings.ts'
import { applySettings, getSettings, saveSettings } from './settings/save-settings.ts'
import { exportProductTrends } from './trends/export-trend-products.ts'
import { getTrends, listProductTrends } from './trends/get-trends.ts'
import { listViews } from './views/queries.ts'
import { createView, removeView, renameView } from './views/save-view.ts'

export function createPlanningRoutes(kernel: Kernel, listRecentAlerts: ListRecentAlerts) {
  const onChanged: OnCalendarChanged = (tx, merchantId) => requestForecast(kernel, tx, merchantId)
  return createVerbApi({ ...kernel, onChanged })
    .run(calendarApi.get, getCalendar)
    .run(calendarApi.getEvent, (context, { id: eventId }) => getEvent(context, { eventId }))
    .run(calendarApi.createEvent, createEvent)
    .run(calendarApi.saveEvent, (context, { id: eventId, ...wanted }) =>
      saveEvent(context, { eventId, wanted }),
    )
    .run(calendarApi.removeEvent, (context, { id: eventId }) => removeEvent(context, { eventId }))
    .run(calendarApi.answerProposal, (context, { id: eventId, ...given }) =>
      answerProposal(context, { eventId, ...given }),
    )
    .run(forecastOverridesApi.list, getOverrides)
    .run(forecastOverridesApi.create, createOverride)
    .run(forecastOverridesApi.edit, (context, { id: overrideId, ...wanted }) =>
      editOverride(context, { overrideId, wanted }),
    )
    .run(forecastOverridesApi.remove, (context, { id: overrideId }) =>
      removeOverride(context, { overrideId }),
    )
    .run(forecastOverridesApi.restore, (context, { id: overrideId }) =>
      restoreOverride(context, { overrideId }),
    )
    .run(settingsApi.get, getSettings)
    .run(settingsApi.save, saveSettings)
    .run(settingsApi.apply, applySettings)
    .read(settingsApi.listVariants, listVariantSettings)
    .run(settingsApi.saveVariants, saveManySettings)
    .run(settingsApi.undo, (context, { id: changeId }) => undoSettings(context, { changeId }))
    .run(settingsApi.saveVariant, (context, { id: variantId, ...wanted }) =>
      saveVariantSettings(context, { variantId, wanted }),
    )
    .read(locationsApi.get, getLocations)
    .run(locationsApi.save, saveLocations)
    .read(dashboardApi.get, (context) => getDashboard(context, listRecentAlerts))
    .read(trendsApi.get, getTrends)
    .read(trendsApi.listProducts, listProductTrends)
    .read(trendsApi.exportProducts, exportProductTrends)
    .run(viewsApi.list, async ({ merchantId, tx }) => ({ views: await listViews(tx, merchantId) }))
    .run(viewsApi.create, createView)
    .run(viewsApi.rename, (context, { id: viewId, name }) => renameView(context, { viewId, name }))
    .run(viewsApi.remove, (context, { id: viewId }) => removeView(context, { viewId }))
}

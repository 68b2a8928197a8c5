// The schema as Kysely sees it. Written by "npm run schema:dump" from the migrated database; a test compares it.
// Shapes that SQL cannot state, such as those of JSON, are in column-types.ts.

import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ColumnTypes } from './column-types.ts'

export interface Tables {
  account_erasures: {
    id: number
    user_id: string
    asked_at: Date
  }
  action_links: {
    merchant_id: number
    id: GeneratedAlways<number>
    alert_id: number
    variant_id: number
    action: 'ordered' | 'snooze' | 'mute'
    expires_at: Date
    used_at: Date | null
  }
  alert_recipients: {
    merchant_id: number
    recipient_id: number
    supplier_ids: number[] | null
    vendors: string[] | null
    quiet_from: Generated<string>
    quiet_to: Generated<string>
    tags: string[] | null
  }
  alert_snoozes: {
    merchant_id: number
    variant_id: number
    kind: 'until_restock' | 'until_time' | 'muted'
    until: Date | null
    available_then: number
    created_at: Date
  }
  alerts: {
    merchant_id: number
    id: GeneratedAlways<number>
    variant_id: number
    type: 'low_stock' | 'stockout_risk'
    severity: number
    resolved: Generated<boolean>
    triggered_at: Date
    resolved_at: Date | null
    resolved_by: 'merchant' | 'system' | null
    resolved_reason: string | null
    cleared_at: Date | null
    meta: JSONColumnType<Record<string, unknown>>
    resolved_cause: JSONColumnType<Record<string, unknown>> | null
    resolved_by_user: string | null
  }
  audit_log: {
    merchant_id: number
    id: GeneratedAlways<number>
    at: Date
    event: string
    address: string | null
    user_agent: string | null
    detail: ColumnType<Record<string, unknown>, string | undefined, string>
    user_id: string | null
  }
  auth_accounts: {
    id: Generated<string>
    user_id: string
    account_id: string
    provider_id: string
    password: string | null
    access_token: string | null
    refresh_token: string | null
    id_token: string | null
    access_token_expires_at: Date | null
    refresh_token_expires_at: Date | null
    scope: string | null
    created_at: Generated<Date>
    updated_at: Date
  }
  auth_email_changes: {
    token_hash: string
    user_id: string
    kind: 'change' | 'undo'
    email: string
    two_factor_id: string | null
    expires_at: Date
  }
  auth_jwks: {
    id: Generated<string>
    public_key: string
    private_key: string
    created_at: Date
    expires_at: Date | null
    alg: string | null
    crv: string | null
  }
  auth_sessions: {
    id: Generated<string>
    user_id: string
    token: string
    expires_at: Date
    ip_address: string | null
    user_agent: string | null
    created_at: Generated<Date>
    updated_at: Date
    last_seen_at: Date | null
    shop_id: number | null
  }
  auth_two_factors: {
    id: Generated<string>
    user_id: string
    secret: string
    backup_codes: string
    verified: Generated<boolean>
    failed_verification_count: Generated<number>
    locked_until: Date | null
  }
  auth_used_codes: {
    user_id: string
    code: string
    used_at: Generated<Date>
  }
  auth_users: {
    id: Generated<string>
    name: string
    email: string
    email_verified: boolean
    image: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    two_factor_enabled: Generated<boolean>
  }
  auth_verifications: {
    id: Generated<string>
    identifier: string
    value: string
    expires_at: Date
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  billing_accounts: {
    merchant_id: number
    version: number
    subscription_id: string | null
    access_until: Date | null
    is_ending: Generated<boolean>
    trial_cancelled_at: Date | null
    asked_trial_end: Date | null
    extended_trial_end: Date | null
    customers_made: Generated<number>
    checkouts_made: Generated<number>
    has_payment_method: Generated<boolean>
    card: JSONColumnType<ColumnTypes['billing_accounts.card']> | null
    open_invoice: JSONColumnType<ColumnTypes['billing_accounts.open_invoice']> | null
  }
  billing_closings: {
    customer_id: string
    asked_at: Date
    tries: Generated<number>
    next_try_at: Date
    fault: string | null
  }
  billing_events: {
    merchant_id: number
    event_id: string
    type: string
    object_id: string | null
    created_at: Date
    received_at: Date
    applied_at: Date | null
  }
  billing_mails: {
    merchant_id: number
    kind: string
    reference: string
    queued_at: Date
  }
  bundle_components: {
    merchant_id: number
    bundle_id: number
    component_id: number
    valid_from: Generated<string>
    valid_until: Generated<string>
    quantity: number
    source: 'store' | 'own'
    title: string
  }
  bundled_sales: {
    merchant_id: number
    variant_id: number
    day: string
    units: number
  }
  bundles: {
    merchant_id: number
    bundle_id: number
    kind: 'store' | 'virtual' | 'assembly'
    make_days: Generated<number>
  }
  cancellations: {
    merchant_id: number
    id: GeneratedAlways<number>
    subscription_id: string | null
    feedback: string
    requested_at: Date
  }
  catalog_totals: {
    merchant_id: number
    counts: JSONColumnType<Record<string, unknown>>
    summary: JSONColumnType<Record<string, unknown>>
    stock: JSONColumnType<Record<string, unknown>>
  }
  checkout_sessions: {
    merchant_id: number
    session_id: string
    purpose: 'trial' | 'update_payment' | 'subscription'
    attempt: number | null
    status: Generated<'open' | 'complete' | 'expired'>
    created_at: Date
  }
  clock_offset: {
    only_row: Generated<boolean>
    offset_ms: number
  }
  collections: {
    merchant_id: number
    collection_id: number
    title: string
  }
  column_choices: {
    merchant_id: number
    kind: string
    head_hash: string
    fields: string[]
    chosen_at: Date
  }
  compliance_requests: {
    topic: string
    event_id: string
    shop_hash: string
    triggered_at: Date
    received_at: Date
    deleted_at: Date | null
  }
  deliveries: {
    merchant_id: number
    id: GeneratedAlways<number>
    channel: 'slack' | 'email' | 'sms'
    kind:
      | 'alerts'
      | 'digest'
      | 'test'
      | 'code'
      | 'account'
      | 'billing'
      | 'confirm'
      | 'purchase_order'
      | 'report'
    status: Generated<'queued' | 'sending' | 'sent' | 'retrying' | 'failed' | 'off' | 'left_out'>
    message_key: string
    content: JSONColumnType<ColumnTypes['deliveries.content']> | null
    summary: string | null
    alerts: Generated<number>
    left_out: Generated<number>
    attempts: Generated<number>
    created_at: Date
    next_at: Date
    attempted_at: Date | null
    is_uncertain: Generated<boolean>
    give_up_at: Date
    sent_at: Date | null
    provider_id: string | null
    provider_words: string | null
    sealed_content: string | null
    useful_until: Date | null
    reason:
      | 'accepted'
      | 'carried'
      | 'delivered'
      | 'not_delivered'
      | 'no_answer'
      | 'wait'
      | 'provider_fault'
      | 'refused'
      | 'not_accepted'
      | 'channel_not_set_up'
      | 'sms_not_set_up'
      | 'unanswered'
      | 'given_up'
      | 'daily_limit'
      | 'all_resolved'
      | 'outdated'
      | 'channel_off'
      | 'switched_off'
      | 'subscription_ended'
      | 'unsubscribed'
      | 'stopped'
      | 'address_unused'
      | 'address_confirmed'
      | 'asked_again'
      | 'other'
      | null
    recipient_id: Generated<number>
  }
  demo_starts: {
    email: string
    started_at: Generated<Date>
  }
  due_times: {
    kind: 'comparison' | 'delivery' | 'forecast' | 'phone' | 'report' | 'retention' | 'simulation'
    merchant_id: number
    lane: Generated<string>
    due_at: Date
    wanted_at: Generated<Date>
  }
  ended_trials: {
    subject_hash: string
    trial_ends_at: Date
    trial_extended: boolean
    forget_at: Date | null
  }
  forecast_override_variants: {
    merchant_id: number
    override_id: number
    variant_id: number
    amount: number
    baseline_units: number
    changed_units: number
    is_part: Generated<boolean>
  }
  forecast_overrides: {
    merchant_id: number
    id: GeneratedAlways<number>
    scope: 'product' | 'supplier' | 'vendor' | 'tag' | 'collection'
    scope_name: string
    kind: 'percent' | 'per_day' | 'total' | 'like'
    amount: number
    like_variant_id: number | null
    like_name: string | null
    starts_on: string
    ends_on: string
    reason: Generated<string>
    author: string
    created_at: Date
    removed_at: Date | null
    products: number
    weights: number[]
    baseline_units: number
    changed_units: number
    judged_products: number | null
    baseline_error: number | null
    changed_error: number | null
    replaces: number | null
  }
  forecasts: {
    merchant_id: number
    variant_id: number
    origin: string
    basis: 'forecast' | 'too_little_data' | 'no_demand'
    model: string
    demand_class: string
    distribution: number[]
    evidence: JSONColumnType<Record<string, unknown>>
    accuracy: JSONColumnType<Record<string, unknown>> | null
    computed_at: Date
    xyz: 'x' | 'y' | 'z' | null
    is_dead: Generated<boolean>
  }
  import_items: {
    merchant_id: number
    import_id: number
    chunk: number
    items: JSONColumnType<ColumnTypes['import_items.items']>
  }
  import_sales: {
    merchant_id: number
    import_id: number
    chunk: number
    variant_ids: number[]
    days: number[]
    units: number[]
  }
  imports: {
    merchant_id: number
    id: GeneratedAlways<number>
    kind: 'products' | 'sales'
    status: 'uploaded' | 'checking' | 'ready' | 'faulty' | 'applying' | 'applied' | 'failed'
    file_name: string
    stored_as: string
    time_zone: string | null
    currency: string | null
    is_for_store: Generated<boolean>
    bytes: number
    bytes_read: Generated<number>
    attempts: Generated<number>
    layout: string | null
    encoding: string | null
    report: ColumnType<ColumnTypes['imports.report'], string | undefined, string>
    faults_total: Generated<number>
    message: string | null
    created_at: Date
    finished_at: Date | null
  }
  inventory_levels: {
    merchant_id: number
    variant_id: number
    location_id: number
    on_hand: number
    available: number
    committed: number
    incoming: number
    updated_at: Date
    event_at: Date | null
  }
  invitations: {
    merchant_id: number
    id: GeneratedAlways<number>
    email: string
    role: 'buyer' | 'viewer'
    token_hash: string
    sent_at: Date
    expires_at: Date
  }
  limit_counts: {
    key: string
    times: Date[]
    uses: number
    forget_at: Date
  }
  location_projections: {
    merchant_id: number
    variant_id: number
    location_id: number
    available: number
    incoming: number
    units_sold_30: number | null
    demand_share: number | null
    expected_daily_demand: number | null
    status: 'out_of_stock' | 'critical' | 'warning' | 'healthy'
    projection_kind: 'out_of_stock' | 'no_demand' | 'unknown' | 'beyond' | 'days'
    days_until_stockout: number | null
    days_low: number | null
    days_high: number | null
    out_since: string | null
  }
  locations: {
    merchant_id: number
    location_id: number
    name: string
    is_active: boolean
    role: Generated<'shop' | 'warehouse' | 'external'>
    units_sold: number | null
  }
  mail_failures: {
    kind: string
    outcome: 'refused' | 'given_up' | 'outdated'
    count: number
    last_at: Date
  }
  memberships: {
    merchant_id: number
    user_id: string
    role: 'buyer' | 'viewer'
    recipient_id: GeneratedAlways<number>
    joined_at: Date
    signed_out_at: Date | null
  }
  merchant_directory: {
    merchant_id: GeneratedAlways<number>
    user_id: string
    email: string
    shop_domain: string | null
    created_at: Date
    stripe_customer_id: string | null
    billing_due_at: Date | null
    is_member_only: Generated<boolean>
  }
  merchant_keys: {
    merchant_id: number
    wrapped_key: string
  }
  merchant_phones: {
    merchant_id: number
    phone_hash: string
    recipient_id: Generated<number>
  }
  merchants: {
    id: number
    email: string
    shop_domain: string
    shop_name: string | null
    time_zone: Generated<string>
    currency: Generated<string>
    subscription_status: Generated<'trial' | 'active' | 'past_due' | 'expired' | 'cancelled'>
    stripe_status: string | null
    stripe_customer_id: string | null
    plan_name: string | null
    trial_ends_at: Date
    trial_extended: Generated<boolean>
    current_period_end: Date | null
    stock_as_of: Date | null
    forecast_as_of: Date | null
    created_at: Date
    welcome_mail_at: Date | null
    is_demo: Generated<boolean>
    service_level: number | null
    country_code: string | null
    imported_sales: number | null
    order_mails_paused_at: Date | null
    alerts_by_location: Generated<boolean>
    least_transfer_minor: Generated<number>
    median_margin_ratio: number | null
  }
  notification_channels: {
    merchant_id: number
    channel: 'slack' | 'email' | 'sms'
    is_on: Generated<boolean>
    off_reason: string | null
    target: string | null
    types: ColumnTypes['notification_channels.types']
    urgency: 'all' | 'likely' | 'out_of_stock'
    timing: 'at_once' | 'daily' | 'weekly'
    at_time: string
    weekday: number
    quiet_from: string | null
    quiet_to: string | null
    daily_limit: number | null
    stopped_at: Date | null
    last_sent_at: Date | null
    pending_target: string | null
    pending_since: Date | null
    recipient_id: Generated<number>
  }
  oauth_states: {
    merchant_id: number
    state_hash: string
    shop_domain: string
    expires_at: Date
  }
  order_lines: {
    merchant_id: number
    order_id: number
    line_id: number
    variant_id: number
    day: string
    units: number
    bundle_id: number | null
    location_id: number | null
  }
  order_papers: {
    merchant_id: number
    company_name: Generated<string>
    address: Generated<string>
    ship_to: Generated<string>
    terms: Generated<string>
    note: Generated<string>
    logo: Buffer | null
  }
  order_plans: {
    merchant_id: number
    variant_id: number
    supplier_id: number
    due: 'due' | 'soon' | 'not_yet'
    order_by: string | null
    units: number
    value_minor: number | null
    terms: JSONColumnType<ColumnTypes['order_plans.terms']>
    details: JSONColumnType<ColumnTypes['order_plans.details']>
    computed_for: string
    pack_size: GeneratedAlways<number | null>
    unit_cost_minor: GeneratedAlways<number | null>
    rate: GeneratedAlways<number | null>
    price_breaks: ColumnType<Record<string, unknown> | null, string | undefined | null, string | null>
    steps: GeneratedAlways<Buffer | null>
  }
  order_recipients: {
    merchant_id: number
    recipient_hash: string
    first_mailed_at: Date
    stopped_at: Date | null
    reported_at: Date | null
  }
  orders: {
    merchant_id: number
    order_id: number
    day: string
    is_counted: boolean
    updated_at: Date
    event_at: Date | null
    placed_at: Date | null
    location_id: number | null
  }
  override_changes: {
    merchant_id: number
    id: GeneratedAlways<number>
    changed_at: Date
    variant_ids: number[]
    safety_stock_before: ColumnTypes['override_changes.safety_stock_before']
    lead_time_before: ColumnTypes['override_changes.lead_time_before']
    safety_stock_after: ColumnTypes['override_changes.safety_stock_after']
    lead_time_after: ColumnTypes['override_changes.lead_time_after']
    cover_days_before: ColumnTypes['override_changes.cover_days_before'] | null
    cover_days_after: ColumnTypes['override_changes.cover_days_after'] | null
  }
  pending_notifications: {
    merchant_id: number
    id: GeneratedAlways<number>
    alert_id: number | null
    severity: number
    channel: 'slack' | 'email' | 'sms'
    status: Generated<'waiting' | 'assigned' | 'sent' | 'left_out'>
    reason: string | null
    created_at: Date
    due_at: Date
    delivery_id: number | null
    origin: string | null
    order_id: number | null
    recipient_id: Generated<number>
  }
  products: {
    merchant_id: number
    product_id: number
    title: string
    vendor: string | null
    product_type: string | null
    status: 'active' | 'archived' | 'draft' | 'unlisted'
    updated_at: Date
    is_gift_card: Generated<boolean>
    tags: Generated<string>
    collection_ids: Generated<number[]>
  }
  purchase_order_lines: {
    merchant_id: number
    order_id: number
    id: GeneratedAlways<number>
    position: number
    variant_id: number
    title: string
    sku: string | null
    supplier_sku: string | null
    pack_size: Generated<number>
    unit_cost_minor: number | null
    ordered_units: number
    confirmed_units: number | null
    received_units: Generated<number>
    rejected_units: Generated<number>
    replaced_units: Generated<number>
    cancelled_units: Generated<number>
    expected_on: string | null
    remaining_units: GeneratedAlways<number>
    seen_units: Generated<number>
    awaited_units: Generated<number>
    available_seen: number | null
    incoming_seen: number | null
    shared_cost_minor: Generated<number>
    stock_seen_at: Date | null
    counted_again_on: string | null
    booked_units: Generated<number>
  }
  purchase_order_mails: {
    merchant_id: number
    id: GeneratedAlways<number>
    order_id: number
    order_version: number
    press_key: string
    recipient: string
    delivery_id: number
    asked_at: Date
    status: Generated<'waiting' | 'sent' | 'failed' | 'uncertain'>
    status_at: Date
  }
  purchase_order_numbers: {
    merchant_id: number
    last_number: number
    prefix: Generated<string>
  }
  purchase_orders: {
    merchant_id: number
    id: GeneratedAlways<number>
    number: number
    supplier_id: number | null
    supplier_snapshot: JSONColumnType<ColumnTypes['purchase_orders.supplier_snapshot']> | null
    is_noted: Generated<boolean>
    status: Generated<'draft' | 'ordered' | 'partly_received' | 'received' | 'closed' | 'cancelled'>
    currency: string
    fx_rate: number | null
    ordered_on: string | null
    expected_on: string | null
    is_confirmed: Generated<boolean>
    location_id: number | null
    location_name: string | null
    freight_minor: Generated<number>
    duty_minor: Generated<number>
    other_minor: Generated<number>
    cost_sharing: Generated<'value' | 'units' | 'none'>
    source: Generated<'own' | 'shopify' | 'import'>
    external_id: string | null
    note: string | null
    version: Generated<number>
    created_at: Date
    updated_at: Date
    ordered_at: Date | null
    closed_at: Date | null
    closed_because: 'arrived' | 'overdue' | 'removed' | 'closed' | 'cancelled' | null
    late_alert_at: Date | null
    late_after: string | null
    late_resolved_at: Date | null
    late_resolved_because: 'arrived' | 'ended' | 'new_day' | null
    number_prefix: Generated<string>
    written_number: GeneratedAlways<string>
    booking: JSONColumnType<Record<string, unknown>> | null
    created_by: string | null
  }
  receipt_lines: {
    merchant_id: number
    receipt_id: number
    line_id: number
    accepted_units: number
    rejected_units: Generated<number>
    replaced_units: Generated<number>
  }
  receipts: {
    merchant_id: number
    id: GeneratedAlways<number>
    order_id: number
    received_on: string
    recorded_at: Date
    recorded_by: string | null
    idempotency_key: string
    reverses: number | null
    note: string | null
  }
  reconcile_runs: {
    merchant_id: number
    id: GeneratedAlways<number>
    kind: 'recent' | 'full'
    started_at: Date
    finished_at: Date
    checked: number
    differences: JSONColumnType<ColumnTypes['reconcile_runs.differences']>
  }
  report_mails: {
    merchant_id: number
    report_id: number
    user_id: string
    file_format: 'xlsx' | 'pdf'
    delivery_id: number
    expires_at: Date
  }
  report_recipients: {
    merchant_id: number
    kind: 'to_order' | 'stockouts' | 'overstock' | 'suppliers' | 'accuracy'
    user_id: string
  }
  report_settings: {
    merchant_id: number
    kind: 'to_order' | 'stockouts' | 'overstock' | 'suppliers' | 'accuracy'
    is_on: boolean
    weekday: number
    day_of_month: number
    hour: number
    file_format: 'xlsx' | 'pdf'
    skips_empty: boolean
    counted_from: Date
    waiting_since: Date | null
  }
  reports: {
    merchant_id: number
    id: GeneratedAlways<number>
    kind: 'to_order' | 'stockouts' | 'overstock' | 'suppliers' | 'accuracy'
    period: string
    asked_by: string | null
    outcome: 'made' | 'empty' | 'stale' | 'plan_ended' | 'no_recipient'
    made_at: Date
    starts_on: string
    ends_on: string
    figures: JSONColumnType<Record<string, unknown>> | null
  }
  sales_daily: {
    merchant_id: number
    variant_id: number
    day: string
    units_sold: number
  }
  saved_views: {
    merchant_id: number
    id: GeneratedAlways<number>
    list: 'products' | 'order' | 'excess' | 'alerts' | 'trends' | 'settings'
    name: string
    content: JSONColumnType<Record<string, unknown>>
    created_at: Date
  }
  scheduled_receipts: {
    merchant_id: number
    external_id: string
    variant_id: number
    source: string
    source_name: string
    kind: 'shipment' | 'transfer' | 'purchase_order'
    is_internal: boolean
    location_id: number | null
    units: number
    expected_on: string | null
    ordered_on: string | null
    supplier_name: string | null
    read_at: Date
    from_location_id: number | null
  }
  schema_migrations: {
    name: string
    applied_at: Generated<Date>
    needs: string | null
  }
  scorecards: {
    merchant_id: number
    computed_at: Date
    origin: string
    lead_times_digest: string
    recorded_since: string | null
    products: JSONColumnType<ColumnTypes['scorecards.products']>
    result: JSONColumnType<ColumnTypes['scorecards.result']>
    inputs: Buffer
  }
  server_keys: {
    purpose: string
    wrapped_key: string
  }
  settings: {
    merchant_id: number
    default_safety_stock: number
    default_lead_time_days: number
    default_cover_days: Generated<number>
  }
  shop_connections: {
    merchant_id: number
    shop_domain: string
    shop_gid: string
    access_token: string | null
    access_token_expires_at: Date | null
    refresh_token: string | null
    refresh_token_expires_at: Date | null
    scopes: string[]
    status: 'connected' | 'needs_reconnect' | 'disconnected'
    connected_at: Date
    message: string | null
    renewal_id: string | null
    renewing_until: Date | null
  }
  shop_days: {
    merchant_id: number
    day: string
    units_sold: number | null
    units_from_stock: number | null
    closing_stock: number | null
    variants_known: number | null
    variants_out_of_stock: number | null
    expected_lost_sales: number[] | null
  }
  shop_event_variants: {
    merchant_id: number
    event_id: number
    variant_id: number
  }
  shop_events: {
    merchant_id: number
    id: GeneratedAlways<number>
    kind: 'closed' | 'sale' | 'one_off'
    status: 'proposed' | 'confirmed' | 'denied'
    name: Generated<string>
    starts_on: string
    ends_on: string
    repeats: Generated<'never' | 'yearly' | 'yearly_weekday'>
    effect_ratio: number | null
    found_ratio: number | null
    is_for_all: boolean
    created_at: Date
    updated_at: Date
    tag: string | null
    collection_id: number | null
  }
  shop_forecasts: {
    merchant_id: number
    origin: string
    distribution: number[]
  }
  sms_consents: {
    merchant_id: number
    id: GeneratedAlways<number>
    phone: string
    consent_text: string
    ip: string
    given_at: Date
    code_nonce: string | null
    code_sent_at: Date | null
    code_tries: Generated<number>
    confirmed_at: Date | null
    ended_at: Date | null
    ended_by: 'merchant' | 'stop' | null
    recipient_id: Generated<number>
  }
  sms_stops: {
    phone_hash: string
    stopped_at: Date
  }
  stale_days: {
    merchant_id: number
    id: GeneratedAlways<number>
    day: string
  }
  stale_totals: {
    merchant_id: number
    id: GeneratedAlways<number>
  }
  statistics_refreshes: {
    is_only: Generated<boolean>
    refreshed_at: Date
  }
  stock_at_active_locations: {
    merchant_id: number | null
    variant_id: number | null
    location_id: number | null
    on_hand: number | null
    available: number | null
    committed: number | null
    incoming: number | null
  }
  stock_daily: {
    merchant_id: number
    variant_id: number
    day: string
    closing_stock: number
    incoming: number | null
    last_day: string | null
  }
  stock_projections: {
    merchant_id: number
    variant_id: number
    is_quiet: boolean
    available: number | null
    incoming: number
    units_sold_30: number
    average_daily_sales: number
    status: 'out_of_stock' | 'critical' | 'warning' | 'healthy'
    projection_kind: 'out_of_stock' | 'no_demand' | 'unknown' | 'beyond' | 'days'
    days_source: 'forecast' | 'mean'
    days_until_stockout: number | null
    days_low: number | null
    days_high: number | null
    recommendation: JSONColumnType<Record<string, unknown>> | null
    order_quantity: number | null
    order_by: string | null
    reorder_point: number | null
    lead_time_stockout_probability: number | null
    expected_lost_sales: number | null
    computed_for: string
    expected_daily_demand: Generated<number>
    expected_lost_sales_7: number | null
    expected_lost_sales_14: number | null
    expected_lost_sales_30: number | null
    expected_lost_sales_90: number | null
    excess_units: number | null
    lead_time_days: number | null
    safety_stock: number | null
    service_level: number | null
    previous_for: string | null
    previous_days_until_stockout: number | null
    previous_order_by: string | null
    previous_available: number | null
    previous_incoming: number | null
    previous_daily_demand: number | null
    previous_lead_time_days: number | null
    previous_safety_stock: number | null
    previous_service_level: number | null
    daily_contribution: number | null
    abc: 'a' | 'b' | 'c' | null
    not_in_store: Generated<number>
    previous_not_in_store: Generated<number>
  }
  stock_transfer_lines: {
    merchant_id: number
    transfer_id: number
    variant_id: number
    title: string
    sku: string | null
    units: number
    refused_because: string | null
    shipped_units: Generated<number>
    received_units: Generated<number>
    gone_units: Generated<number>
    shown_units: Generated<number>
    from_seen: number | null
    to_seen: number | null
    seen_at: Date | null
  }
  stock_transfers: {
    merchant_id: number
    id: GeneratedAlways<number>
    from_location_id: number
    to_location_id: number
    from_name: string
    to_name: string
    status: Generated<'draft' | 'sent' | 'partly_received' | 'received' | 'cancelled'>
    store_id: number | null
    store_name: string | null
    attempt: JSONColumnType<Record<string, unknown>> | null
    created_at: Date
    updated_at: Date
    sent_on: string | null
    received_on: string | null
    steps: ColumnType<Record<string, unknown>, string | undefined, string>
  }
  store_lead_times: {
    merchant_id: number
    external_id: string
    source: string
    supplier_name: string
    ordered_on: string
    received_on: string
    units: number
    days: GeneratedAlways<number>
  }
  store_order_matches: {
    merchant_id: number
    order_id: number
    line_id: number
    source: string
    matched_by: 'link' | 'likeness'
    matched_at: Date
    undone_at: Date | null
  }
  store_order_transfers: {
    merchant_id: number
    transfer_id: number
    order_id: number
    order_name: string
    supplier_name: string | null
    ordered_on: string | null
    is_done: Generated<boolean>
  }
  supplier_variants: {
    merchant_id: number
    supplier_id: number
    variant_id: number
    supplier_sku: string | null
    unit_cost_minor: number | null
    pack_size: Generated<number>
    minimum_units: number | null
    maximum_units: number | null
    price_breaks: ColumnType<ColumnTypes['supplier_variants.price_breaks'], string | undefined, string>
    lead_time_days: number | null
    rank: Generated<number>
    updated_at: Date
  }
  suppliers: {
    merchant_id: number
    id: GeneratedAlways<number>
    name: string
    name_key: GeneratedAlways<string>
    email: string | null
    language: Generated<string>
    currency: string
    stated_lead_time_days: number | null
    worst_lead_time_days: number | null
    review_kind: Generated<'any_day' | 'weekdays' | 'weeks'>
    review_weekdays: number[] | null
    review_weeks: number | null
    review_from: string | null
    minimum_kind: Generated<'none' | 'value' | 'units'>
    minimum_amount: number | null
    shutdowns: ColumnType<ColumnTypes['suppliers.shutdowns'], string | undefined, string>
    replaces_rejected: Generated<boolean>
    archived_at: Date | null
    created_at: Date
    updated_at: Date
    other_emails: Generated<string[]>
    contact_name: Generated<string>
    address: Generated<string>
    cover_days: number | null
  }
  sync_runs: {
    merchant_id: number
    id: GeneratedAlways<number>
    kind: 'first' | 'full'
    status: 'running' | 'succeeded' | 'failed'
    phase: string
    method: 'bulk' | 'paged'
    cursor: ColumnType<Record<string, unknown>, string | undefined, string>
    products: Generated<number>
    variants: Generated<number>
    orders: Generated<number>
    order_lines: Generated<number>
    expected_variants: number | null
    expected_orders: number | null
    message: string | null
    started_at: Date
    finished_at: Date | null
    owner: string | null
    attempts: Generated<number>
    message_code: 'short_history' | 'interrupted' | 'ended' | null
  }
  sync_seen_levels: {
    merchant_id: number
    variant_id: number
    location_id: number
  }
  sync_seen_variants: {
    merchant_id: number
    variant_id: number
  }
  transfer_lanes: {
    merchant_id: number
    from_location_id: number
    to_location_id: number
    is_on: boolean
    transfer_days: number
    minimum_units: number
    unit_cost_minor: number
  }
  transfer_suggestions: {
    merchant_id: number
    variant_id: number
    from_location_id: number
    to_location_id: number
    units: number
    transfer_days: number
    value_minor: number | null
    stockout_before: number
    stockout_after: number
  }
  trial_subjects: {
    merchant_id: number
    subject_hash: string
  }
  upload_chunks: {
    merchant_id: number
    upload_id: string
    chunk: number
    content: Buffer
    created_at: Date
  }
  variant_overrides: {
    merchant_id: number
    variant_id: number
    safety_stock: number | null
    lead_time_days: number | null
    cover_days: number | null
  }
  variant_trends: {
    merchant_id: number
    variant_id: number
    units_sold: number[]
    units_sold_before: number[]
    days_out_of_stock: number[]
    days_known: number[]
    computed_for: string
  }
  variants: {
    merchant_id: number
    variant_id: number
    product_id: number
    inventory_item_id: number | null
    shop_domain: string
    title: string
    sku: string | null
    barcode: string | null
    price: number | null
    position: Generated<number>
    is_tracked: boolean
    first_seen_on: string
    updated_at: Date
    sells_without_stock: Generated<boolean>
    title_key: GeneratedAlways<string>
    unit_cost_minor: number | null
    unit_cost_currency: string | null
    sku_key: GeneratedAlways<string | null>
  }
  webhook_faults: {
    merchant_id: number
    topic: string
    event_id: string
    fault: string
    found_at: Date
  }
  webhook_inbox: {
    merchant_id: number
    topic: string
    event_id: string
    resource: string
    state: JSONColumnType<Record<string, unknown>>
    triggered_at: Date
    received_at: Date
    status: Generated<'waiting' | 'unread' | 'applied'>
    trace_context: string | null
  }
}

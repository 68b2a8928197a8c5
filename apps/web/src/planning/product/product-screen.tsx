import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ProductDetail } from '@stockcast/contract'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { productQuery } from '../../api/queries.ts'
import { HatchPattern } from '../../charts/shared/hatch.tsx'
import { NotInStoreOfProduct } from '../../ordering/actions/not-in-store/not-in-store-note.tsx'
import DraftLink from '../../ordering/draft-link.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { getFailure } from '../../ui/messages/error-messages.ts'
import { sharedTexts } from '../../ui/messages/shared-texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { StatStripSkeleton } from '../../ui/stat-strip.tsx'
import { EmptyState, ErrorState, Loading } from '../../ui/states.tsx'
import { BundleSection } from '../bundles/bundle-section.tsx'
import { isPutTogether } from '../bundles/bundle-words.ts'
import type { ForecastPlan } from '../overrides/override-dialog.tsx'
import { CostSection } from './cost/cost-section.tsx'
import { DemandAhead } from './demand-ahead.tsx'
import { Figures } from './figures.tsx'
import { canKeep, ForecastChanges } from './forecast-changes.tsx'
import { type Horizon, toHorizon } from './horizon.ts'
import { LocationsSection } from './locations-section.tsx'
import { NotesSection } from './notes-section.tsx'
import classes from './product.module.css'
import { ProductCalendar } from './product-calendar.tsx'
import { ProductHead } from './product-head.tsx'
import { leadSentence, stockNews } from './product-words.ts'
import { ProjectedStock } from './projected-stock-section.tsx'
import { SalesSection } from './sales-section.tsx'
import { useWhatIf } from './use-what-if.ts'
import { WhatIfPanel } from './what-if-panel.tsx'
import { AccuracySection, PartsSection, WhySection } from './why/why-section.tsx'

const route = getRouteApi('/signed-in/shell/products/$variantId')

export function ProductScreen() {
  const { variantId } = route.useParams()
  const { data, error, refetch, isFetching } = useQuery(productQuery(Number(variantId)))
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400)

  return (
    <>
      <title>{`${data?.row.title ?? 'Product'} · Stockcast`}</title>
      <HatchPattern />
      {isMissing && <MissingProduct />}
      {error && !isMissing && (
        <>
          {!data && <PageHeader title="Product" />}
          <ErrorState {...getFailure('load_product', error)} retry={{ refetch, isFetching }} />
        </>
      )}
      {!data && !error && (
        <>
          <VisuallyHidden component="h1">Product</VisuallyHidden>
          <ProductSkeleton />
        </>
      )}
      {data && !isMissing && <Product key={variantId} detail={data} />}
    </>
  )
}

function MissingProduct() {
  return (
    <>
      <PageHeader title="Product not found" />
      <EmptyState
        icon={IconSearch}
        title="This product is not in your store"
        hint={sharedTexts.productGone}
        action={
          <ButtonLink size="xs" to="/products">
            All products
          </ButtonLink>
        }
      />
    </>
  )
}

function Product({ detail }: { detail: ProductDetail }) {
  const horizon = toHorizon(route.useSearch().horizon)
  const navigate = route.useNavigate()
  const whatIf = useWhatIf(detail)
  const [plan, setPlan] = useState<ForecastPlan | null>(null)
  const setHorizon = (next: Horizon) => void navigate({ search: { horizon: next }, replace: true })

  // Otherwise its parts have the stock, and what is drawn of stock stands on their pages.
  const hasStock = !isPutTogether(detail.bundle)
  // Right under the chart that its sliders change.
  const isOneColumn = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false })
  const panel = whatIf.outcome && hasStock && (
    <WhatIfPanel
      {...whatIf}
      today={detail.today}
      outcome={whatIf.outcome}
      hasParts={detail.bundle !== null}
      onKeep={canKeep(detail) ? (percent) => setPlan({ percent }) : undefined}
    />
  )

  return (
    <>
      <ProductHead detail={detail} />
      <StockNews detail={detail} />
      <LeadSentence detail={detail} />
      {detail.notInStore.map((units) => (
        <NotInStoreOfProduct key={units.orderId} units={units} />
      ))}
      <Figures detail={detail} />
      {detail.row.isTracked && hasStock && <NotesSection detail={detail} />}
      <div className={classes.columns}>
        <div className={classes.main}>
          <BundleSection detail={detail} />
          {hasStock && (
            <ProjectedStock detail={detail} whatIf={whatIf} horizon={horizon} onHorizon={setHorizon} />
          )}
          {isOneColumn && panel}
          {hasStock && <LocationsSection detail={detail} />}
          <SalesSection detail={detail} horizon={horizon} />
          <ForecastChanges detail={detail} plan={plan} onPlan={setPlan} />
          <ProductCalendar detail={detail} />
          <DemandAhead detail={detail} />
        </div>
        <div className={classes.rail}>
          {!isOneColumn && panel}
          <CostSection cost={detail.cost} hasStock={hasStock} />
          <WhySection detail={detail} />
        </div>
        <div className={classes.proof}>
          <PartsSection detail={detail} />
          <AccuracySection detail={detail} />
        </div>
      </div>
    </>
  )
}

/** Announces changes on the open page to screen readers; silent until something changes. */
function StockNews({ detail }: { detail: ProductDetail }) {
  const words = stockNews(detail)
  const [said, setSaid] = useState({ words, hasChanged: false })
  if (said.words !== words) setSaid({ words, hasChanged: true })
  return (
    <p role="status" className="spoken">
      {said.hasChanged && words}
    </p>
  )
}

function ProductSkeleton() {
  return (
    <Loading label="Loading product...">
      <Skeleton h={14} w={160} mb={16} />
      <Skeleton h={26} w={280} maw="100%" mb={10} />
      <Skeleton h={14} w={320} maw="100%" mb={24} />
      <Skeleton h={48} maw="52rem" mb={24} />
      <div className={classes.figures}>
        <StatStripSkeleton count={5} />
      </div>
      <div className={classes.columns}>
        <Skeleton h={380} />
        <Skeleton h={380} radius="md" />
      </div>
    </Loading>
  )
}

function LeadSentence({ detail }: { detail: ProductDetail }) {
  const { before, key, after, isUrgent, advice } = leadSentence(detail)
  return (
    <p className={classes.lead}>
      {before}
      <b data-urgent={isUrgent || undefined}>{key}</b>
      {after}{' '}
      {detail.inDraft && (
        <>
          <DraftLink draft={detail.inDraft} />.{' '}
        </>
      )}
      <span>{advice}</span>
    </p>
  )
}

import { useDisclosure } from '@mantine/hooks'
import type { ProductDetail } from '@stockcast/contract'
import { WriteButton } from '../../session/read-only/write-button.tsx'
import { SectionHeader } from '../../ui/page-header.tsx'
import { ProductName } from '../../ui/product-name.tsx'
import productClasses from '../product/product.module.css'
import { canMakeWords, inBundlesWords, kindWords } from './bundle-words.ts'
import { PartsTable } from './parts-table.tsx'
import { RecipeDialog } from './recipe-dialog.tsx'

/** Shows the parts of a bundle, and the bundles that contain a product; nothing for any other product. */
export function BundleSection({ detail: { row, bundle, inBundles } }: { detail: ProductDetail }) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      {bundle && (
        <section aria-labelledby="bundle-parts">
          <SectionHeader
            id="bundle-parts"
            title="Parts"
            note={note(bundle)}
            aside={
              bundle.kind !== 'store' && (
                <WriteButton size="xs" onClick={open}>
                  Change recipe
                </WriteButton>
              )
            }
          />
          <PartsTable parts={bundle.parts} />
          <RecipeDialog isOpen={isOpen} product={row} bundle={bundle} onClose={close} />
        </section>
      )}
      {inBundles && (
        <section aria-labelledby="in-bundles">
          <SectionHeader id="in-bundles" title="In bundles" note={inBundlesWords(inBundles)} />
          <p className="quiet">
            {inBundles.bundles.map(({ variantId, title, quantity }, index) => (
              <span key={variantId}>
                {index > 0 && ', '}
                <ProductName variantId={variantId} title={title} className={productClasses.supplier} />
                {quantity > 1 && ` (${quantity} each)`}
              </span>
            ))}
          </p>
        </section>
      )}
    </>
  )
}

function note(bundle: NonNullable<ProductDetail['bundle']>): string {
  const { kind } = bundle
  if (kind === 'store') return 'Your store sells these parts in place of the bundle. Change them in Shopify.'
  if (kind === 'virtual') return `This bundle is ${kindWords[kind]}: its sales are demand for its parts.`
  const { text, note: why } = canMakeWords(bundle)
  return `This product is ${kindWords[kind]}. Its parts are enough to make ${text}${why === '' ? '' : `, ${why}`}.`
}

import landing from './landing.module.css'
import dashboardDark from './pictures/dashboard-dark.webp'
import dashboardLight from './pictures/dashboard-light.webp'
import dashboardPhoneDark from './pictures/dashboard-phone-dark.webp'
import dashboardPhoneLight from './pictures/dashboard-phone-light.webp'
import productDark from './pictures/product-dark.webp'
import productLight from './pictures/product-light.webp'
import productPhoneDark from './pictures/product-phone-dark.webp'
import productPhoneLight from './pictures/product-phone-light.webp'
import classes from './screenshots.module.css'

const schemes = ['light', 'dark'] as const

const shots = [
  {
    wide: { light: dashboardLight, dark: dashboardDark },
    phone: { light: dashboardPhoneLight, dark: dashboardPhoneDark },
    alt: 'The dashboard: stock figures of the store, and below them the products to order, each with its likely days of stockout, its order date and its quantity',
    title: 'The dashboard.',
    text: 'What needs an order, by expected lost sales.',
  },
  {
    wide: { light: productLight, dark: productDark },
    phone: { light: productPhoneLight, dark: productPhoneDark },
    alt: 'The page of one product: what to order and by when, and a chart of its projected stock',
    title: 'One product.',
    text: 'What to order, by when, and how sure we are.',
  },
] as const

/** Shows pictures of the product, which `npm run kept:pictures` takes again. */
export function Screenshots() {
  return (
    <section className={`${landing.wide} ${classes.screenshots}`} aria-labelledby="screenshots-title">
      <h2 id="screenshots-title" className={landing.display}>
        What you see when you sign in
      </h2>
      {shots.map((shot) => (
        <figure key={shot.title}>
          {schemes.map((scheme) => (
            <picture key={scheme} data-scheme={scheme}>
              <source media="(max-width: 40em)" srcSet={shot.phone[scheme]} width={780} height={1400} />
              <img
                src={shot.wide[scheme]}
                alt={shot.alt}
                width={1200}
                height={900}
                loading="lazy"
                decoding="async"
              />
            </picture>
          ))}
          <figcaption>
            <b>{shot.title}</b> {shot.text}
          </figcaption>
        </figure>
      ))}
    </section>
  )
}

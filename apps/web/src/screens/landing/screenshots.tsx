import landing from './landing.module.css'
import dashboardDark from './pictures/dashboard-dark.webp'
import dashboardLight from './pictures/dashboard-light.webp'
import productDark from './pictures/product-dark.webp'
import productLight from './pictures/product-light.webp'
import classes from './screenshots.module.css'

const shots = [
  {
    light: dashboardLight,
    dark: dashboardDark,
    alt: 'The dashboard: stock figures of the store, and below them the products to order, each with its likely days of stockout, its order date and its quantity',
    title: 'The dashboard.',
    text: 'What needs an order, by the sales at risk.',
  },
  {
    light: productLight,
    dark: productDark,
    alt: 'The page of one product: what to order and by when, and a chart of its projected stock',
    title: 'One product.',
    text: 'What to order, by when, and how sure we are.',
  },
] as const

/** The product as it is: `npm run landing:pictures` takes the pictures again. */
export function Screenshots() {
  return (
    <section className={`${landing.wide} ${classes.screenshots}`} aria-labelledby="screenshots-title">
      <h2 id="screenshots-title" className={landing.display}>
        What you see when you sign in
      </h2>
      {shots.map((shot) => (
        <figure key={shot.title}>
          {(['light', 'dark'] as const).map((scheme) => (
            <img
              key={scheme}
              data-scheme={scheme}
              src={shot[scheme]}
              alt={shot.alt}
              width={1200}
              height={900}
              loading="lazy"
              decoding="async"
            />
          ))}
          <figcaption>
            <b>{shot.title}</b> {shot.text}
          </figcaption>
        </figure>
      ))}
    </section>
  )
}

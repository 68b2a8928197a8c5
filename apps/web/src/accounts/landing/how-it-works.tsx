import classes from './landing.module.css'

const steps = [
  {
    title: 'Connect your Shopify store',
    text: 'Type its name and approve. We read products, stock and orders. No buyer data is kept.',
  },
  {
    title: 'See your first list',
    text: 'Sales history turns into a forecast for every product while you watch. There is nothing to set up first.',
  },
  {
    title: 'Order by the date we name',
    text: 'Each product has a quantity and a date. After that, you hear nothing until something changes.',
  },
] as const

export function HowItWorks() {
  return (
    <section id="how" className={`${classes.wide} ${classes.how}`} aria-labelledby="how-title">
      <h2 id="how-title" className={classes.display}>
        From connected to your first list in minutes
      </h2>
      <ol>
        {steps.map((step, index) => (
          <li key={step.title}>
            <b aria-hidden="true">{index + 1}</b>
            <div>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

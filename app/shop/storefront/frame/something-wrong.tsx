import { Button, ButtonLink } from '#ui/button.tsx'

/** Shown when a page fails: what happened and what to do, nothing of the inside. */
export function SomethingWrong() {
  return (
    <div className="shell grid justify-items-center gap-4 py-20 text-center">
      <h1 className="text-3xl">Something went wrong on our side.</h1>
      <p className="max-w-prose text-cocoa-soft">
        Your cart is safe. Please try again in a moment; if it keeps happening, do tell us.
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <ButtonLink variant="secondary" to="/contact">
          Contact us
        </ButtonLink>
      </div>
    </div>
  )
}

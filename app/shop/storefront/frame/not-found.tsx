import { ButtonLink } from '#ui/button.tsx'
import fallenCupcake from '../pictures/fallen-cupcake.svg?no-inline'

/** For every address that leads nowhere, and every page that is not the visitor's to see. */
export function NotFound() {
  return (
    <div className="shell grid justify-items-center pt-12 text-center md:pt-20">
      <img src={fallenCupcake} alt="" width={280} height={136} className="w-full max-w-sm" />
      <h1 className="mt-6 text-4xl">UH OH! You're lost.</h1>
      <p className="mt-3 text-lg text-cocoa-soft">The page you are looking for does not exist.</p>
      <ButtonLink to="/" className="mt-8">
        Go Back to Home
      </ButtonLink>
    </div>
  )
}

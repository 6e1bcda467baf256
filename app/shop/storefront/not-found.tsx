import { ButtonLink } from '#ui/button.tsx'

export function NotFound() {
  return (
    <div className="shell grid justify-items-center gap-4 py-16 text-center">
      <h1 className="text-3xl">UH OH! You're lost.</h1>
      <p className="text-cocoa-soft">The page you are looking for does not exist.</p>
      <ButtonLink to="/">Go Back to Home</ButtonLink>
    </div>
  )
}

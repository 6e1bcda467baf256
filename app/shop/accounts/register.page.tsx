import { appContext } from '#app/context.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { sleeping } from '#ui/sleeping.tsx'
import type { Route } from './+types/register.page.ts'

const RegisterForm = await sleeping(async () => (await import('./register-form.tsx')).RegisterForm)

export const meta = () => [{ title: 'Register | Cakewala' }]

export function loader({ context }: Route.LoaderArgs) {
  return { today: kolkataDay(context.get(appContext).clock.now()) }
}

export default function RegisterPage({ loaderData: { today } }: Route.ComponentProps) {
  return <RegisterForm today={today} />
}

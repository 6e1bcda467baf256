import { appContext } from '#app/context.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { RegisterForm } from '../register-form.tsx'
import type { Route } from './+types/register.page.ts'

export const meta = () => [{ title: 'Register | Cakewala' }]

export function loader({ context }: Route.LoaderArgs) {
  return { today: kolkataDay(context.get(appContext).clock.now()) }
}

export default function RegisterPage({ loaderData: { today } }: Route.ComponentProps) {
  return <RegisterForm today={today} />
}

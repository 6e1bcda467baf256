import { sleeping } from '#ui/sleeping.tsx'

export const meta = () => [{ title: 'Forgot password | Cakewala' }]

export default await sleeping(
  async () => (await import('./forgot-password-form.tsx')).ForgotPasswordForm,
)

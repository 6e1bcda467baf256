import { sleeping } from '#ui/sleeping.tsx'

export const meta = () => [{ title: 'New password | Cakewala' }]

export default await sleeping(
  async () => (await import('./reset-password-form.tsx')).ResetPasswordForm,
)

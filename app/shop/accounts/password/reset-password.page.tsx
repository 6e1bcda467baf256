import { ResetPasswordForm } from '../reset-password-form.tsx'

export const meta = () => [{ title: 'New password | Cakewala' }]

export default ResetPasswordForm

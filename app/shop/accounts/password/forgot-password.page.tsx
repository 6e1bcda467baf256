import { ForgotPasswordForm } from '../forgot-password-form.tsx'

export const meta = () => [{ title: 'Forgot password | Cakewala' }]

export default ForgotPasswordForm

import { data } from 'react-router'
import { NotFound } from './frame/frame.tsx'

export const loader = () => data(null, { status: 404 })

export const meta = () => [
  { title: 'Page not found | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default NotFound

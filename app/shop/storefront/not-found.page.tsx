import { data } from 'react-router'
import type { Route } from './+types/not-found.page.ts'
import { NotFound } from './frame/frame.tsx'
import { privateMeta } from './frame/shown-shop.ts'

export const loader = () => data(null, { status: 404 })

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Page not found')

export default NotFound

import type { ReactNode } from 'react'

interface EmptyStateProps {
  picture?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ picture, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md justify-items-center gap-3 px-4 py-16 text-center">
      {picture && <div className="text-berry">{picture}</div>}
      <h2 className="text-2xl">{title}</h2>
      {children && <div className="text-cocoa-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

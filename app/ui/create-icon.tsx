import { type ComponentType, createElement, type SVGProps } from 'react'

interface IconData {
  name: string
  /** Its elements: which, and with what. */
  node: [string, SVGProps<SVGElement>][]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number
}

/** Stands in for lucide's own (scripts/lean-packages.ts), and draws the same. */
// biome-ignore lint/style/noDefaultExport: as lucide's own is
export default function createLucideIcon({ name, node }: IconData): ComponentType<IconProps> {
  return ({ size = 24, className = '', ...rest }) => (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`lucide lucide-${name} ${className}`}
      {...rest}
    >
      {node.map(([tag, { key, ...attributes }]) => createElement(tag, { key, ...attributes }))}
    </svg>
  )
}

import { sliceMark } from '#shop/values/slice-mark.ts'

/** The slice of cake that stands for the shop; decorative beside its name. */
function SliceMark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      {sliceMark.map(({ path, fill = 'none', stroke }) => (
        <path
          key={path}
          d={path}
          fill={fill}
          stroke={stroke}
          strokeWidth="1.2"
          strokeLinecap="round"
        />
      ))}
    </svg>
  )
}

export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <SliceMark className="size-8" />
      <span className="font-display text-xl font-semibold tracking-tight">{name}</span>
    </span>
  )
}

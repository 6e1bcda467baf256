/** The slice of cake that stands for the shop; decorative beside its name. */
function SliceMark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path d="M3 15.5 18.6 7.3c.6-.3 1.3-.3 1.9.1L29 15.5z" fill="#f6b9c6" />
      <path d="M3 15.5h26V26a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z" fill="#e9b872" />
      <path d="M3 20.3h26v3H3z" fill="#fff9f2" />
      <path
        d="M3 14.5h26v3.2c0 1.1-.8 1.9-1.7 1.9s-1.6-.8-1.6-1.8c0-.6-.9-.6-.9 0v1.6c0 1.2-.8 2-1.8 2s-1.8-.8-1.8-2v-1c0-.7-1-.7-1 0 0 1-.8 1.7-1.7 1.7s-1.7-.8-1.7-1.7c0-.7-1-.7-1 0v2.4c0 1.1-.8 1.9-1.8 1.9s-1.8-.8-1.8-1.9v-2.2c0-.8-1-.8-1 0s-.7 1.5-1.6 1.5S3 18.9 3 18z"
        fill="#b0224e"
      />
      <circle cx="20" cy="6.6" r="3.4" fill="#b3261e" />
      <path
        d="M20.3 4c.2-1.3.9-2.2 2.1-2.7"
        fill="none"
        stroke="#3f7d3a"
        strokeWidth="1.2"
        strokeLinecap="round"
      />
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

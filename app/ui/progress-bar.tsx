interface ProgressBarProps {
  /** What makes progress, for screen readers. */
  label: string
  /** 0 to 1; left out while nobody knows how far it is. */
  value?: number
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={value}
      className="block h-2 w-full appearance-none overflow-hidden rounded-pill bg-line accent-berry indeterminate:animate-pulse indeterminate:bg-stroke [&::-moz-progress-bar]:bg-berry indeterminate:[&::-moz-progress-bar]:bg-stroke [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-berry [&::-webkit-progress-value]:transition-[inline-size]"
    />
  )
}

import { Component, type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'

interface LazyOptions {
  /** Shown while it loads, and as high as the part. */
  loading?: ReactNode
  /** Set if the visitor cannot go on without it: the page says when it could not be loaded. Otherwise it stays away. */
  isNeeded?: boolean
}

/**
 * A part of a page that loads when it is first shown. Without a connection it waits for one, and what the server sent of it
 * stays. If it fails, as after a deploy, the page and what was typed stay.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyOptions = {},
) {
  async function loadOnline(): Promise<ComponentType<Props>> {
    try {
      return await load()
    } catch (error) {
      if (options.isNeeded || typeof window === 'undefined' || navigator.onLine) throw error
      await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
      return loadOnline()
    }
  }
  const start = () => lazy(async () => ({ default: (await loadOnline()) as ComponentType<object> }))
  const source = { start, Part: start() }
  return memo((props: Props) => <Loaded {...options} source={source} props={props} />)
}

interface LoadedProps extends LazyOptions {
  /** A lazy component fails for good, so another takes its place. */
  source: { start: () => ComponentType<object>; Part: ComponentType<object> }
  props: object
}

class Loaded extends Component<LoadedProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidUpdate({ props }: LoadedProps) {
    // A press that asks for it may come later than what kept it away.
    if (this.state.failed && props !== this.props.props) this.tryAgain()
  }

  tryAgain = () => this.setState({ failed: false })
  hasRetried = false

  /** Some browsers remember that a module could not be loaded until the page loads again. */
  retry = () => {
    if (this.hasRetried) return location.reload()
    this.hasRetried = true
    this.tryAgain()
  }

  override componentDidCatch() {
    const { source } = this.props
    source.Part = source.start()
    addEventListener('online', this.tryAgain, { once: true })
  }

  override render() {
    const { source, props, loading, isNeeded } = this.props
    if (this.state.failed) return isNeeded && <CouldNotLoad onRetry={this.retry} />
    return (
      <Suspense fallback={loading}>
        <source.Part {...props} />
      </Suspense>
    )
  }
}

function CouldNotLoad({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-sm">
      <p>This part could not be loaded. Try again, or reload the page.</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

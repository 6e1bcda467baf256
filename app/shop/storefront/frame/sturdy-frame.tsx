import { Component, type ReactNode } from 'react'
import { Frame } from './frame.tsx'

/** The frame around a page that tells of an error; left out where the frame itself is what fails. */
export class SturdyFrame extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { children } = this.props
    return this.state.failed ? <main id="main">{children}</main> : <Frame>{children}</Frame>
  }
}

import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: 'index.js',
  ssr: true,
  // The whole table of routes is smaller than one request for a piece of it.
  routeDiscovery: { mode: 'initial' },
} satisfies Config

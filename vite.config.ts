import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { imagetools } from 'vite-imagetools'
import { isOfTheFrame } from './scripts/frame-modules.ts'
import { leanPackages } from './scripts/lean-packages.ts'

/** Packages that are no part of the server's bundle. */
const ownFiles = [
  '@aws-sdk/client-s3',
  '@electric-sql/pglite',
  'fontkit',
  'pdfkit',
  'sharp',
  'stripe',
]

export default defineConfig(({ command }) => ({
  plugins: [leanPackages(), tailwindcss(), imagetools(), reactRouter()],
  // Known from the start, so that development does not reload a page when it meets one of them.
  optimizeDeps: {
    include: ['@date-fns/tz', '@hookform/resolvers/zod', 'lucide-react', 'react-hook-form', 'zod'],
  },
  environments: {
    // One server bundle: the wiring of API, jobs and pages, with React Router's build inside it, and what packages they use:
    // a tenth of the files to open at a start, and a third less memory. Left out is what brings files of its own, or is
    // large and seldom asked for.
    ssr: {
      resolve: command === 'build' ? { noExternal: true, external: ownFiles } : {},
      build: { rollupOptions: { input: './app/main.server.ts' } },
    },
    client: {
      build: {
        rollupOptions: {
          output: {
            // Not by the pages that share it: their names would be longer than the rest of the manifest.
            chunkFileNames: ({ name }) =>
              name.startsWith('shared') ? 'assets/shared-[hash].js' : 'assets/[name]-[hash].js',
            codeSplitting: {
              groups: [
                // Changes with its versions only, and packs best in one piece.
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|scheduler|react-router)\/|unused-by-router/,
                  priority: 2,
                },
                // By itself, so that nothing small is put beside it that other pages need.
                { name: 'forms', test: /node_modules\/react-hook-form\//, priority: 2 },
                {
                  name: (id, graph) => (isOfTheFrame(id, graph) ? 'frame' : null),
                  debugName: 'frame',
                  priority: 1,
                },
                {
                  name: 'shared',
                  test: /\/app\/|lucide-react/,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 1000,
                },
              ],
            },
          },
        },
      },
    },
  },
}))

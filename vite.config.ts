import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { imagetools } from 'vite-imagetools'

export default defineConfig({
  plugins: [tailwindcss(), imagetools(), reactRouter()],
  // Known from the start, so that development does not reload a page when it meets one of them.
  optimizeDeps: {
    include: ['@date-fns/tz', '@hookform/resolvers/zod', 'lucide-react', 'react-hook-form', 'zod'],
  },
  environments: {
    // One server bundle: the wiring of API, jobs and pages, with React Router's build inside it.
    ssr: { build: { rollupOptions: { input: './app/main.server.ts' } } },
    // What pages share comes in a few files of about the merge threshold's bytes, not in one for every small module.
    client: {
      build: {
        rollupOptions: {
          output: {
            chunkFileNames: 'assets/shared-[hash].js',
            codeSplitting: {
              groups: [
                // Icons are made as their files load: what makes them is there before all that is shared.
                { name: 'icon', test: /lucide-react\/dist\/esm\/(?!icons\/)/, priority: 1 },
                {
                  name: 'shared',
                  test: /\/app\/(ui|platform)\/|\/shop\/(values|cart)\/|\/(session|use-shop|page-meta|navigation)\.ts|lucide-react/,
                  minShareCount: 2,
                  entriesAware: true,
                  entriesAwareMergeThreshold: 6000,
                },
              ],
            },
          },
        },
      },
    },
  },
})

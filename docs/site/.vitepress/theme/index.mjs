import { nextTick, onMounted, watch } from 'vue';
import { useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';
import Access from './Access.vue';

/** Marks the main element of the first page for screen readers, which the theme does not do. */
function nameParts() {
  document.querySelector('.VPHome')?.setAttribute('role', 'main');
}

/** @type {import('vitepress').Theme} */
export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('Access', Access),
  setup() {
    const route = useRoute();
    onMounted(nameParts);
    watch(
      () => route.path,
      () => nextTick(nameParts),
    );
  },
};

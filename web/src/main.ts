import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { markUnevenText } from './lib/ui/uneven-text';

markUnevenText();
const target = document.getElementById('app');
target?.replaceChildren();
if (target) mount(App, { target });

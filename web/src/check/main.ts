// The page has no fonts of its own, so that it stays small.
import '../styles/tokens.css';
import '../styles/base.css';
import { mount } from 'svelte';
import Page from './Page.svelte';

const target = document.getElementById('app');
if (target) mount(Page, { target });

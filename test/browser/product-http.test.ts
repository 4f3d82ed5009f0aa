import { productJourneys } from './product.ts';

productJourneys('http');
